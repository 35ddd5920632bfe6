import { Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Code } from '../../client/codes.ts';
import { CODE_STATES, codeState } from '../../components/code-window/window-state.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Instant } from '../../components/instant.tsx';
import { Tag } from '../../components/tag.tsx';
import { tagsColumn } from '../../components/tags-column.tsx';
import { formatCount } from '../../lib/format.ts';
import { codes } from '../../texts/codes.ts';

const t = codes.list;
const CODE = { gap: 4 };
const LINK = { maxWidth: '17.5rem' };

/** @param hasTags whether any code in the list has tags */
export const codeColumns = (hasTags: boolean): Column<Code>[] =>
  hasTags ? [...COLUMNS.slice(0, 2), tagsColumn(), ...COLUMNS.slice(2)] : COLUMNS;

const COLUMNS: Column<Code>[] = [
  {
    key: 'code',
    header: t.columns.code,
    sort: 'code',
    render: ({ code, code_id, campaign_id }) => (
      <div className="cell" style={CODE}>
        <Link
          to="/campaigns/$campaignId/codes/$codeId"
          params={{ campaignId: String(campaign_id), codeId: String(code_id) }}
          className="name-link mono cut mantine-focus-auto"
          style={LINK}
          title={code}
        >
          {code}
        </Link>
        <CopyButton value={code} label={t.copy(code)} />
      </div>
    ),
  },
  {
    key: 'name',
    header: t.columns.name,
    sort: 'name',
    width: '26%',
    render: ({ name }) => (
      <div className="one-line" title={name}>
        <bdi>{name}</bdi>
      </div>
    ),
  },
  {
    key: 'type',
    header: t.columns.type,
    width: 130,
    render: ({ code_type }) => <Tag color={code_type === 'referral' ? 'iris' : 'gray'}>{codes.types[code_type]}</Tag>,
  },
  {
    key: 'claims',
    header: t.columns.claims,
    sort: 'number_of_claims',
    align: 'right',
    width: 170,
    render: (code) => <Claims code={code} />,
  },
  {
    key: 'active',
    header: t.columns.state,
    width: 110,
    render: (code) => {
      const state = codeState(code, Date.now());
      return state === 'on' ? codes.on : <span className="quiet">{CODE_STATES[state]}</span>;
    },
  },
  {
    key: 'created',
    header: t.columns.created,
    sort: 'created_at',
    width: 130,
    render: ({ created_at }) => <Instant at={created_at} day />,
  },
];

function Claims({ code: { number_of_claims, usage_limit } }: { code: Code }) {
  if (usage_limit === null) return formatCount(number_of_claims);
  return (
    <div>
      <span>{t.ofLimit(number_of_claims, usage_limit)}</span>
      <Progress
        size={3}
        mt={4}
        value={(100 * number_of_claims) / usage_limit}
        color={number_of_claims >= usage_limit ? 'red' : 'iris'}
        aria-label={t.shareUsed}
      />
    </div>
  );
}
