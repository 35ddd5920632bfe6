// drizzle-kit looks for tables among a file's exports.
module.exports = require('../daemon/db/postgres/postgres-tables.ts').tables;
