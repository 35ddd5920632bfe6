import { useLocation } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { HELP_PLACES, type PortalScreen } from '../../../daemon/contract/portal-screens.ts';
import { bridge } from '../client/bridge.ts';
import { notifyProblem } from '../client/notify.ts';
import { texts } from '../texts/texts.ts';
import classes from './shell.module.css';

/** Opens the page of the daemon's documentation that describes the current screen. */
export function HelpLink() {
  const { pathname } = useLocation();
  const first = pathname.split('/')[1] ?? '';
  const screen: PortalScreen = first in HELP_PLACES ? (first as PortalScreen) : 'dashboard';
  const { desktop } = bridge;
  function openOutside(event: MouseEvent) {
    event.preventDefault();
    desktop?.openHelp(screen).catch((error) => notifyProblem(texts.shell.help, error));
  }
  return (
    <a
      className={classes.help}
      href={`${bridge.connection().url}/docs/${HELP_PLACES[screen]}`}
      target="_blank"
      rel="noreferrer"
      title={texts.shell.help}
      aria-label={texts.shell.help}
      onClick={desktop && openOutside}
    >
      ?
    </a>
  );
}
