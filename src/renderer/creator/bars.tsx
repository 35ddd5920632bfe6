interface Point {
  name: string;
  value: number;
  text: string;
}

const HEIGHT = 100;

/** Draws a bar for each step. Screen readers get the largest one; the table on the same page has all values. */
export function Bars({ title, points }: { title: string; points: readonly Point[] }) {
  const largest = points.reduce((most, point) => (point.value > most.value ? point : most), points[0] as Point);
  const heightOf = (value: number) => Math.max(0, (value / (largest.value || 1)) * HEIGHT);
  return (
    <figure className="card">
      <figcaption className="row">
        <strong>{title}</strong>
        <span className="quiet">{`${largest.text} · ${largest.name}`}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${points.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${largest.text}, ${largest.name}`}
      >
        {points.map(({ name, value, text }, at) => (
          <rect key={name} x={at * 10 + 1} y={HEIGHT - heightOf(value)} width={8} height={heightOf(value)}>
            <title>{`${name}: ${text}`}</title>
          </rect>
        ))}
      </svg>
      <div className="row quiet">
        <span>{points[0]?.name}</span>
        <span>{points.at(-1)?.name}</span>
      </div>
    </figure>
  );
}
