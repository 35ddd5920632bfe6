export interface ClickHouseUrl {
  /** The HTTP interface's address. */
  origin: string;
  username: string;
  password: string;
  database: string;
  /** The cluster on which the tables are created; null for a single server. */
  cluster: string | null;
}

const HTTP = { 'clickhouse:': 'http:', 'clickhouses:': 'https:' } as const;
const PORTS = { 'http:': 8123, 'https:': 8443 } as const;
/** These names are inserted into statements unchanged. */
const NAME = /^[A-Za-z_]\w{0,63}$/;
const NAME_RULE = '1–64 letters, digits or _, not starting with a digit';

/** Reads `clickhouse://user:password@host:8123/database?cluster=name`; throws an error that names the fault. */
export function parseClickHouseUrl(text: string): ClickHouseUrl {
  const url = URL.canParse(text) ? new URL(text) : null;
  const protocol = url && url.protocol in HTTP ? HTTP[url.protocol as keyof typeof HTTP] : null;
  if (!url || !protocol || url.hostname === '')
    throw new Error('must be clickhouse://user:password@host:8123/database, or clickhouses:// for HTTPS');
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!NAME.test(database)) throw new Error(`must end with the name of a database: ${NAME_RULE}`);
  const { cluster = null, ...unknown } = Object.fromEntries(url.searchParams);
  const [first] = Object.keys(unknown);
  if (first !== undefined) throw new Error(`has the unknown parameter "${first}"; only cluster is allowed`);
  if (cluster !== null && !NAME.test(cluster)) throw new Error(`must name a cluster with ${NAME_RULE}`);
  return {
    origin: `${protocol}//${url.hostname}:${url.port || PORTS[protocol]}`,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    ...{ database, cluster },
  };
}
