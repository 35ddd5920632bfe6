import { useEnvironment } from '../lib/environment.ts';

/** The name of the environment on its colour; nothing in production. */
export function EnvironmentChip() {
  const environment = useEnvironment();
  if (!environment) return null;
  const { name, colour, text } = environment;
  return (
    <span className="environment-chip" style={{ background: colour, color: text }} data-testid="environment">
      {name}
    </span>
  );
}

/** A line in the colour of the environment above every screen. */
export function EnvironmentBand() {
  const environment = useEnvironment();
  return environment && <div className="environment-band" style={{ background: environment.colour }} aria-hidden />;
}
