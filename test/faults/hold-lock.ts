import { DatabaseSync } from '@photostructure/sqlite';

/** Another program that writes to a crawl's database: says so, and keeps it locked for that long, or until it is killed. */
const [file, ms] = process.argv.slice(2);
const db = new DatabaseSync(file!, { timeout: 5_000 });
db.exec('BEGIN IMMEDIATE');
process.send!('held');
if (ms !== undefined) setTimeout(() => process.exit(), Number(ms));
// What nobody refers to is closed by the garbage collector.
else setInterval(() => db.isTransaction, 1_000);
