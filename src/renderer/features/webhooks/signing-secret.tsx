import { SecretShown } from '../../components/secret-shown.tsx';

/** An endpoint's secret, after it was made. */
export const SigningSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretShown secret={secret} copyLabel="Copy the secret" doneLabel="I have stored it" onClose={onClose}>
    Your server checks each message’s signature with this secret, as Standard Webhooks defines. Store it now: the Portal
    does not show it again.
  </SecretShown>
);
