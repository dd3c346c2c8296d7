// n8n finds the nodes and credentials through the "n8n" block of package.json; nothing is imported from here.
module.exports = {};
