import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { DesktopApi } from '../../client/bridge.ts';
import { desktop as t } from '../../texts/desktop.ts';

/** If the system has no key store, warns that the session will end when the user quits the app. */
export function SessionNotKept({ desktop }: { desktop: DesktopApi }) {
  const [isKept, setKept] = useState(true);
  useEffect(() => void desktop.connections().then(({ keepsSessions }) => setKept(keepsSessions)), [desktop]);
  if (isKept) return null;
  return (
    <Alert color="yellow" variant="light" role="status">
      {t.notKept}
    </Alert>
  );
}
