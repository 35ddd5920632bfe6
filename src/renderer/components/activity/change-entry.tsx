import { Text } from '@mantine/core';
import type { Change } from '../../client/activity.ts';
import { useMay } from '../../client/session.ts';
import { activity as t } from '../../texts/activity.ts';
import { audit } from '../../texts/audit.ts';
import { actionInWords, fieldInWords } from '../audit-words.ts';
import { Instant } from '../instant.tsx';
import { TextLink } from '../links.tsx';
import classes from './activity.module.css';

/** A change by staff or the server. Users who may open the audit log can see the old and new values there. */
export function ChangeEntry({ change: { audit_id, at, by, action, fields } }: { change: Change }) {
  const mayOpen = useMay()('listAudit');
  return (
    <div className={classes.change}>
      <Text size="sm">
        {mayOpen ? (
          <TextLink
            to="/audit"
            search={{ entry: audit_id }}
            inherit
            aria-label={audit.open(actionInWords(action), audit_id)}
          >
            {actionInWords(action)}
          </TextLink>
        ) : (
          actionInWords(action)
        )}
        {action.endsWith('change') && fields.length > 0 && (
          <Text span inherit c="dimmed">
            {' '}
            · {fields.map(fieldInWords).join(', ')}
          </Text>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        <bdi>{by?.name ?? t.system}</bdi> · <Instant at={at} />
      </Text>
    </div>
  );
}
