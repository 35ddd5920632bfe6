import { audit as t } from '../texts/audit.ts';
import { auditFields } from '../texts/audit-fields.ts';

/** Describes an action, such as "Campaign published". An action without a text is shown unchanged. */
export function actionInWords(action: string): string {
  const whole = t.actions[action];
  if (whole) return whole;
  const [entity = '', verb = ''] = action.split('.');
  const [noun, done] = [t.entities[entity], t.verbs[verb.replaceAll('-', '_')]];
  return noun && done ? `${noun} ${done}` : action;
}

export const fieldInWords = (name: string): string => auditFields[name] ?? name;
