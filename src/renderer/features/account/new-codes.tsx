import { Modal } from '@mantine/core';
import { notifyDone } from '../../client/notify.ts';
import { useSession } from '../../client/session.ts';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { secondFactor as t } from '../../texts/second-factor.ts';

export interface NewCodes {
  codes: string[];
  /** The message to show once the codes have been saved. */
  done: string;
}

/** Shows new recovery codes until the user confirms that they are saved. */
export function NewCodesDialog({ codes, done, onSaved }: NewCodes & { onSaved: () => void }) {
  const { email } = useSession().session.staff;
  return (
    <Modal
      opened
      onClose={() => {}}
      title={t.recovery.title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <LeaveGuard isDirty />
      <RecoveryCodes
        codes={codes}
        email={email}
        onSaved={() => {
          onSaved();
          notifyDone(done);
        }}
      />
    </Modal>
  );
}
