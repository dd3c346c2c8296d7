// n8n's engine would log every error that is tested, and leave no room for those that are not meant to be.
process.env.N8N_LOG_LEVEL = 'silent';
