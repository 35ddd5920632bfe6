// drizzle-kit looks for tables among a file's exports.
module.exports = require('../daemon/db/sqlite/sqlite-tables.ts').tables;
