import { AggregatorRegistry, type MetricObject } from 'prom-client';
import type { TrafficFigures } from '../metric-figures.ts';
import type { WorkerReport } from './crew-messages.ts';

/** What the workers told, added up. What a worker counted stays in the sums after its end, as a counter may not go back. */
export interface CrewFigures {
  take(worker: number, report: WorkerReport): void;
  /** A worker ended. @param byItself without being told */
  ended(worker: number, byItself: boolean): void;
  traffic(): TrafficFigures;
  droppedLines(): number;
  endedByThemselves(): number;
  living(): ReadonlyMap<number, WorkerReport>;
  /** The times of requests, to be added to the daemon's. */
  requests(): MetricObject[][];
}

export function createCrewFigures(): CrewFigures {
  const living = new Map<number, WorkerReport>();
  let gone: TrafficFigures & { droppedLines: number } = { ...NOTHING, droppedLines: 0 };
  let goneRequests: MetricObject[][] = [];
  let endedByThemselves = 0;
  const traffic = () => [...living.values()].reduce((sum, report) => add(sum, report.traffic), gone as TrafficFigures);

  /** Workers may end again and again, so what is kept of them is one sum. */
  const keep = ({ traffic, droppedLines, requests }: WorkerReport) => {
    const sum = add(gone, traffic);
    const connections = { ...sum.connections, open: 0 };
    gone = { ...sum, underWay: 0, files: 0, connections, droppedLines: gone.droppedLines + droppedLines };
    goneRequests = [AggregatorRegistry.aggregate([...goneRequests, requests]).getMetricsAsArray()];
  };
  return {
    take: (worker, report) => void living.set(worker, report),
    ended(worker, byItself) {
      if (byItself) endedByThemselves += 1;
      const last = living.get(worker);
      living.delete(worker);
      if (last) keep(last);
    },
    traffic,
    droppedLines: () => [...living.values()].reduce((sum, report) => sum + report.droppedLines, gone.droppedLines),
    endedByThemselves: () => endedByThemselves,
    living: () => living,
    requests: () => [...goneRequests, ...[...living.values()].map((report) => report.requests)],
  };
}

const NOTHING: TrafficFigures = {
  underWay: 0,
  files: 0,
  refused: 0,
  connections: { open: 0, refused: 0, stalled: 0 },
};

const add = (a: TrafficFigures, b: TrafficFigures): TrafficFigures => ({
  underWay: a.underWay + b.underWay,
  files: a.files + b.files,
  refused: a.refused + b.refused,
  connections: {
    open: a.connections.open + b.connections.open,
    refused: a.connections.refused + b.connections.refused,
    stalled: a.connections.stalled + b.connections.stalled,
  },
});
