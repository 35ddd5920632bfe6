interface SparkLineProps {
  values: readonly number[];
  /** The description for screen readers. */
  label: string;
}

const WIDTH = 72;
const HEIGHT = 20;

/** A small line without axes for a row of a list; nothing if no value is above 0. */
export function SparkLine({ values, label }: SparkLineProps) {
  const most = Math.max(0, ...values);
  if (most === 0) return <span />;
  const step = WIDTH / Math.max(1, values.length - 1);
  const heightOf = (value: number) => HEIGHT - 1 - (Math.max(0, value) / most) * (HEIGHT - 2);
  const points = values.map((value, at) => `${(at * step).toFixed(1)},${heightOf(value).toFixed(1)}`);
  return (
    <svg role="img" aria-label={label} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--mantine-color-iris-5)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
