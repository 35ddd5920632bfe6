import { useQuery } from '@tanstack/react-query';
import { keyPoolQuery } from '../client/key-pools.ts';
import { useMay } from '../client/session.ts';
import { keyPools } from '../texts/key-pools.ts';

/** Shows a pool's name, or its ID to people who cannot see pools. */
export function KeyPoolName({ poolId }: { poolId: number }) {
  const may = useMay()('getKeyPool');
  const { data } = useQuery({ ...keyPoolQuery(poolId), enabled: may });
  return data?.name ?? keyPools.choice.unknown(poolId);
}
