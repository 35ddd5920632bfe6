/** The names of the tables, as statements use them. */
export interface TableNames {
  database: string;
  cluster: string | null;
  events: string;
  identities: string;
  removed: string;
  versions: string;
  /** The tables that contain the rows; on a cluster, those on each server. */
  stored: { events: string; identities: string; removed: string };
  /** The clause that runs a statement on every server of the cluster. */
  onCluster: string;
  /** The system table of parts, on every server. */
  parts: string;
}

export function namesOf(database: string, cluster: string | null): TableNames {
  const of = (table: string) => `${database}.${table}`;
  const names = { events: of('events'), identities: of('identities'), removed: of('removed_counts') };
  return {
    ...{ database, cluster, ...names, versions: of('schema_versions') },
    stored:
      cluster === null
        ? names
        : { events: of('events_local'), identities: of('identities_local'), removed: of('removed_counts_local') },
    onCluster: cluster === null ? '' : ` on cluster ${cluster}`,
    parts: cluster === null ? 'system.parts' : `clusterAllReplicas('${cluster}', system.parts)`,
  };
}
