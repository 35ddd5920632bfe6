import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from '../../client/ask.ts';
import { type Code, codeQuery } from '../../client/codes.ts';
import { type FieldLooks, useEdit } from '../../client/edit.ts';
import { notifyDone } from '../../client/notify.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { useMay } from '../../client/session.ts';
import { conditionText } from '../../components/code-window/condition-text.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { Instant } from '../../components/instant.tsx';
import { KeyPoolName } from '../../components/key-pool-name.tsx';
import { formatCount } from '../../lib/format.ts';
import { codes } from '../../texts/codes.ts';
import { keyPools } from '../../texts/key-pools.ts';
import { tags } from '../../texts/tags.ts';
import { CodeForm, fieldsOf, toBody } from './code-form.tsx';

const t = codes.form;

/** The editor within the page of the code. */
export function EditCodePage() {
  const { codeId } = useParams({ from: '/campaigns/$campaignId/codes/$codeId' });
  const code = useQuery(codeQuery(Number(codeId))).data;
  const zone = useTimeZone();
  return code && zone && <EditCode key={code.code_id} code={code} zone={zone} />;
}

type SavedFields = ReturnType<typeof toBody>;

function EditCode({ code, zone }: { code: Code; zone: string }) {
  const queries = useQueryClient();
  const canChange = useMay()('changeCode');
  const edit = useEdit({
    latest: code,
    fieldsOf: (read) => toBody(fieldsOf(read, zone)),
    save: (body) => ask('changeCode', { params: { code_id: code.code_id }, body }),
    onSaved: (changed) => {
      queries.setQueryData(codeQuery(changed.code_id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: ['codes', 'list'] });
      notifyDone(t.saved);
    },
  });
  return (
    <>
      <CodeForm
        key={edit.formKey}
        campaignId={code.campaign_id}
        isNew={false}
        initial={fieldsOf(edit.filledFrom, zone)}
        error={edit.error}
        isBusy={edit.isBusy}
        onSubmit={(fields) => edit.submit(toBody(fields))}
        readOnly={!canChange}
      />
      <ConflictDialog edit={edit} looks={CODE_LOOKS} />
    </>
  );
}

const limit = (value: number | null) => (value === null ? t.noLimit : formatCount(value));
const instant = (at: string | null) => (at === null ? t.noLimit : <Instant at={at} />);
const CODE_LOOKS: FieldLooks<SavedFields> = {
  name: { label: t.conflict.name },
  root_url: { label: t.conflict.root_url },
  usage_limit: { label: t.conflict.usage_limit, show: limit },
  creator_usage_limit: { label: t.conflict.creator_usage_limit, show: limit },
  active: { label: t.conflict.active, show: (value) => (value === 'Y' ? t.yes : t.no) },
  rewards_json: { label: t.conflict.rewards_json, show: (value) => <span className="mono">{value}</span> },
  starts_at: { label: t.conflict.starts_at, show: instant },
  ends_at: { label: t.conflict.ends_at, show: instant },
  recipient: { label: t.conflict.recipient, show: (value) => value ?? t.conflict.anyPlayer },
  key_pool_id: {
    label: keyPools.choice.label,
    show: (value) => (value === null ? keyPools.choice.none : <KeyPoolName poolId={value} />),
  },
  tags: { label: tags.label, show: (value) => value.join(', ') },
  conditions: {
    label: t.conflict.conditions,
    show: (value) => (value ? value.map(conditionText).join('; ') : t.conflict.none),
  },
};
