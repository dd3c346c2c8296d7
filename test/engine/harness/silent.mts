// n8n's engine would log every error that a test expects, and hide the others among them.
process.env.N8N_LOG_LEVEL = 'silent';
