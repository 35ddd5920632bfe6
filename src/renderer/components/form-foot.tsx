import { Button, Group } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import classes from './form-foot.module.css';
import { FormProblem } from './form-problem.tsx';

interface FormFootProps {
  /** The text of the submit button. */
  label: string;
  error: unknown;
  isBusy: boolean;
  /** False while there is nothing to submit yet. */
  isReady?: boolean;
  onCancel: () => void;
}

/** The end of a form: the reason why it was not saved, and the buttons to save and to cancel. */
export const FormFoot = ({ label, error, isBusy, isReady = true, onCancel }: FormFootProps) => (
  <>
    <FormProblem error={error} />
    <Group justify="flex-end" gap="xs" className={classes.foot}>
      <Button variant="default" onClick={onCancel}>
        {texts.common.cancel}
      </Button>
      <Button type="submit" loading={isBusy} disabled={!isReady}>
        {label}
      </Button>
    </Group>
  </>
);
