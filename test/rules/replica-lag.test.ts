import { describe, expect, it } from 'vitest';
import { createReplicaLag } from '../../daemon/db/postgres/replica-lag.ts';

describe('how far a replica is behind', () => {
  it('is unknown until both servers have reported their position', () => {
    const lag = createReplicaLag();
    expect(lag.behindMs(0)).toBeNull();
    lag.primaryWas(100, 0);
    expect(lag.behindMs(0)).toBeNull();
    lag.replicaIs(99);
    expect(lag.behindMs(10)).toBeNull();
    expect(lag.hasReplayed(99)).toBe(true);
    lag.replicaIs(100);
    expect(lag.behindMs(10)).toBe(10);
  });

  it('is the time since the primary was at the position that the replica has reached', () => {
    const lag = createReplicaLag();
    for (const at of [0, 200, 400]) lag.primaryWas(100 + at, at);
    lag.replicaIs(350);
    expect(lag.behindMs(450)).toBe(250);
    expect([lag.hasAllBefore(199), lag.hasAllBefore(200)]).toEqual([true, false]);
    expect([lag.hasReplayed(350), lag.hasReplayed(351)]).toEqual([true, false]);
    lag.replicaIs(10n ** 17n);
    expect(lag.behindMs(450)).toBe(50);
    // A primary that writes nothing reports the same position again.
    lag.primaryWas(10n ** 17n, 600);
    lag.replicaIs(10n ** 17n);
    expect(lag.behindMs(600)).toBe(0);
  });

  it('is unknown while the replica cannot be reached', () => {
    const lag = createReplicaLag();
    lag.primaryWas(1, 0);
    lag.replicaIs(1);
    lag.lost();
    expect(lag.behindMs(5)).toBeNull();
    expect([lag.hasAllBefore(-1), lag.hasReplayed(0)]).toEqual([false, false]);
    lag.replicaIs(1);
    expect(lag.behindMs(5)).toBe(5);
  });

  it('is unknown if the replica is ahead of its primary', () => {
    const lag = createReplicaLag();
    lag.primaryWas(100, 0);
    lag.replicaIs(120);
    lag.primaryWas(110, 200);
    expect(lag.behindMs(200)).toBeNull();
    expect(lag.hasAllBefore(-1)).toBe(false);
  });

  it('is ten minutes for a replica that stays ten minutes behind', () => {
    const lag = createReplicaLag();
    for (let at = 0; at < 2_000_000; at += 200) {
      lag.primaryWas(at, at);
      lag.replicaIs(Math.max(0, at - 600_000));
    }
    const behind = lag.behindMs(2_000_000) ?? 0;
    expect(behind).toBeGreaterThanOrEqual(600_000);
    expect(behind).toBeLessThan(650_000);
  });
});
