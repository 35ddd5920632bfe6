import { useEnvironment } from '../client/environment.ts';

/** Shows the name of the environment on a background in its colour; nothing in production. */
export function EnvironmentChip() {
  const environment = useEnvironment();
  if (!environment) return null;
  const { name, colour, text } = environment;
  return (
    <span className="environment-chip" style={{ background: colour, color: text }}>
      {name}
    </span>
  );
}

/** Shows a line in the colour of the environment above every screen, with the name in its middle. */
export function EnvironmentBand() {
  const environment = useEnvironment();
  if (!environment) return null;
  return (
    <div className="environment-band" style={{ borderColor: environment.colour }} data-testid="environment">
      <EnvironmentChip />
    </div>
  );
}
