// n8n's engine would log every error that a test expects, and bury those that no test expects.
process.env.N8N_LOG_LEVEL = 'silent';
