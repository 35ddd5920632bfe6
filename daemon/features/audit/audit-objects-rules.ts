/** An object that an entry is about, or that its values refer to. */
export interface AuditObject {
  /** The field of the entry's values that contains the ID; null for the entry's own object. */
  field: string | null;
  entity: string;
  id: string;
}

interface Entry {
  entity: string;
  entity_id: string;
  before: unknown;
  after: unknown;
}

const ENTITY_OF_FIELD: Record<string, string> = { campaign_id: 'campaign', code_id: 'code', creator_id: 'creator' };

/** Lists the objects of an entry. An entry about several creator codes contains a list of IDs and a list of values. */
export function objectsOf({ entity, entity_id, before, after }: Entry): AuditObject[] {
  const ids = entity === 'creator_code' ? entity_id.split(',') : [entity_id];
  const own = ids.map((id) => ({ field: null, entity, id }));
  const referred = [before, after].flat().flatMap((values) =>
    Object.entries(values ?? {}).flatMap(([field, id]) => {
      const kind = ENTITY_OF_FIELD[field];
      return kind && id !== null ? [{ field, entity: kind, id: String(id) }] : [];
    }),
  );
  const isFirst = ({ field, id }: AuditObject, at: number) =>
    referred.findIndex((other) => other.field === field && other.id === id) === at;
  return [...own, ...referred.filter(isFirst)];
}
