import { Modal } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EndpointName } from '../../../daemon/contract/contract.ts';
import { NoAccess } from '../components/no-access.tsx';
import { NotFound } from '../components/not-found.tsx';
import { useMay } from '../lib/session.ts';

const ID = /^[1-9]\d{0,15}$/;

/**
 * A screen that shows only if the user's role may call its endpoint, and if the ids in the address are valid; otherwise
 * it sends no request.
 */
export const guarded = (Screen: () => ReactNode, needs: EndpointName) =>
  function Guarded() {
    const may = useMay();
    const params: Record<string, string> = useParams({ strict: false });
    if (!may(needs)) return <NoAccess />;
    if (!Object.values(params).every((id) => ID.test(id))) return <NotFound />;
    return <Screen />;
  };

/** The same for a dialog above another screen. */
export const guardedDialog = (Dialog: () => ReactNode, needs: EndpointName) =>
  function GuardedDialog() {
    const may = useMay();
    const navigate = useNavigate();
    if (may(needs)) return <Dialog />;
    return (
      <Modal opened onClose={() => void navigate({ to: '..' })} withCloseButton={false}>
        <NoAccess />
      </Modal>
    );
  };
