import { Button, Group } from '@mantine/core';
import { FormProblem } from './form-problem.tsx';

interface FormFootProps {
  /** What the button that sends the form says. */
  label: string;
  error: unknown;
  isBusy: boolean;
  onCancel: () => void;
}

/** The end of a form: why it was not saved, and the two ways out of it. */
export const FormFoot = ({ label, error, isBusy, onCancel }: FormFootProps) => (
  <>
    <FormProblem error={error} />
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {label}
      </Button>
    </Group>
  </>
);
