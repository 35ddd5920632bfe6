import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { NoAccess } from './no-access.tsx';

/** Replaces a dialog that is not available to the user's role. */
export function NoAccessDialog() {
  const navigate = useNavigate();
  return (
    <Modal opened onClose={() => void navigate({ to: '..' })} withCloseButton={false}>
      <NoAccess />
    </Modal>
  );
}
