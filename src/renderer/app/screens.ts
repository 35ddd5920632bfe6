import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ScreenNotLoaded } from './screen-not-loaded.tsx';

// Every screen, loaded when it is first opened.

const screen = <Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name) =>
  lazyRouteComponent(() => load().catch(() => ({ [name]: ScreenNotLoaded }) as Record<Name, () => ReactNode>), name);

const campaignEditorPages = () => import('../features/campaign-editor/campaign-editor-pages.tsx');
const codeScreens = () => import('../features/code/code-screens.ts');
const campaignScreens = () => import('../features/campaign/campaign-screens.ts');
const importsScreens = () => import('../features/imports/imports-screens.ts');
const keysScreens = () => import('../features/keys/keys-screens.ts');
const staffScreens = () => import('../features/staff/staff-screens.ts');
const webhookEditorPages = () => import('../features/webhooks/webhook-editor-pages.tsx');

export const AccountPage = screen(() => import('../features/account/account-page.tsx'), 'AccountPage');
export const AuditPage = screen(() => import('../features/audit/audit-page.tsx'), 'AuditPage');
export const EventsPage = screen(() => import('../features/events/events-page.tsx'), 'EventsPage');
export const BulkCodesPage = screen(() => import('../features/bulk-codes/bulk-codes-page.tsx'), 'BulkCodesPage');
export const CampaignPage = screen(campaignScreens, 'CampaignPage');
export const BatchPage = screen(campaignScreens, 'BatchPage');
export const EditCampaignPage = screen(campaignEditorPages, 'EditCampaignPage');
export const NewCampaignPage = screen(campaignEditorPages, 'NewCampaignPage');
export const CampaignsPage = screen(() => import('../features/campaigns/campaigns-page.tsx'), 'CampaignsPage');
export const CodePage = screen(codeScreens, 'CodePage');
export const CodeFiguresPage = screen(codeScreens, 'CodeFiguresPage');
export const EditCodePage = screen(codeScreens, 'EditCodePage');
export const NewCodePage = screen(codeScreens, 'NewCodePage');
export const CreatorPage = screen(() => import('../features/creator/creator-page.tsx'), 'CreatorPage');
export const EditCreatorPage = screen(() => import('../features/creator/edit-creator-page.tsx'), 'EditCreatorPage');
export const CreatorsPage = screen(() => import('../features/creators/creators-page.tsx'), 'CreatorsPage');
export const DashboardPage = screen(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage');
export const ImportCampaignPage = screen(importsScreens, 'ImportCampaignPage');
export const ImportCodesPage = screen(importsScreens, 'ImportCodesPage');
export const ImportCreatorsPage = screen(importsScreens, 'ImportCreatorsPage');
export const JobsPage = screen(() => import('../features/jobs/jobs-page.tsx'), 'JobsPage');
export const KeysPage = screen(keysScreens, 'KeysPage');
export const EditKeyPage = screen(keysScreens, 'EditKeyPage');
export const NewKeyPage = screen(keysScreens, 'NewKeyPage');
export const ModerationPage = screen(() => import('../features/moderation/moderation-page.tsx'), 'ModerationPage');
export const DryRunPage = screen(() => import('../features/payouts/dry-run-page.tsx'), 'DryRunPage');
export const PayoutsPage = screen(() => import('../features/payouts/payouts-page.tsx'), 'PayoutsPage');
export const PlayersPage = screen(() => import('../features/players/players-page.tsx'), 'PlayersPage');
export const RunPage = screen(() => import('../features/payouts/run-page.tsx'), 'RunPage');
export const UnmatchedPage = screen(() => import('../features/payouts/unmatched-page.tsx'), 'UnmatchedPage');
export const SettingsPage = screen(() => import('../features/settings/settings-page.tsx'), 'SettingsPage');
export const EditMemberPage = screen(staffScreens, 'EditMemberPage');
export const InvitePage = screen(staffScreens, 'InvitePage');
export const StaffPage = screen(staffScreens, 'StaffPage');
export const EditWebhookPage = screen(webhookEditorPages, 'EditWebhookPage');
export const NewWebhookPage = screen(webhookEditorPages, 'NewWebhookPage');
export const WebhooksPage = screen(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage');
