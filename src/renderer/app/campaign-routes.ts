import { IconSpeakerphone } from '../components/first-icons.tsx';
import { texts } from '../texts/texts.ts';
import { root } from './root-route.tsx';
import { dialog, lazyPage, screen } from './screen.ts';

const campaignEditorPages = () => import('../features/campaign-editor/campaign-editor-pages.tsx');
const campaignScreens = () => import('../features/campaign/campaign-screens.ts');
const codeScreens = () => import('../features/code/code-screens.ts');
const importsScreens = () => import('../features/imports/imports-screens.ts');
const schedulePages = () => import('../features/scheduled-changes/schedule-pages.tsx');

const campaigns = screen(root, '/campaigns', {
  page: lazyPage(() => import('../features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  needs: 'listCampaigns',
  menu: { group: 'main', label: texts.shell.screens.campaigns, goKey: 'c', icon: IconSpeakerphone },
});
const newCampaign = dialog(campaigns, 'new', {
  page: lazyPage(campaignEditorPages, 'NewCampaignPage'),
  needs: 'createCampaign',
});
const calendar = screen(root, '/campaigns/calendar', {
  page: lazyPage(() => import('../features/calendar/calendar-page.tsx'), 'CalendarPage'),
  needs: 'getCalendar',
});
const topCodes = screen(root, '/campaigns/top-codes', {
  page: lazyPage(() => import('../features/code-results/top-codes-page.tsx'), 'TopCodesPage'),
  needs: 'listCodeResults',
});
const importCampaign = screen(root, '/campaigns/import', {
  page: lazyPage(importsScreens, 'ImportCampaignPage'),
  needs: 'importCampaign',
});
const campaign = screen(root, '/campaigns/$campaignId', {
  page: lazyPage(campaignScreens, 'CampaignPage'),
  needs: 'getCampaign',
});
const editCampaign = dialog(campaign, 'edit', {
  page: lazyPage(campaignEditorPages, 'EditCampaignPage'),
  needs: 'changeCampaign',
});
const scheduleCampaign = dialog(campaign, 'schedule', {
  page: lazyPage(schedulePages, 'ScheduleCampaignPage'),
  needs: 'scheduleCampaignChange',
});
const bulkCodes = dialog(campaign, 'bulk', {
  page: lazyPage(() => import('../features/bulk-codes/bulk-codes-page.tsx'), 'BulkCodesPage'),
  needs: 'generateCodes',
});
const batch = screen(root, '/campaigns/$campaignId/batches/$batchId', {
  page: lazyPage(campaignScreens, 'BatchPage'),
  needs: 'getBatch',
});
const editBatch = dialog(batch, 'edit', { page: lazyPage(campaignScreens, 'EditBatchPage'), needs: 'changeBatch' });
const scheduleBatch = dialog(batch, 'schedule', {
  page: lazyPage(schedulePages, 'ScheduleBatchPage'),
  needs: 'scheduleBatchChange',
});
const newCode = screen(root, '/campaigns/$campaignId/new-code', {
  page: lazyPage(codeScreens, 'NewCodePage'),
  needs: 'createCode',
});
const importCodes = screen(root, '/campaigns/$campaignId/codes/import', {
  page: lazyPage(importsScreens, 'ImportCodesPage'),
  needs: 'importCodes',
});
const code = screen(root, '/campaigns/$campaignId/codes/$codeId', {
  page: lazyPage(codeScreens, 'CodePage'),
  needs: 'getCode',
});
const codeFigures = screen(code, '/', { page: lazyPage(codeScreens, 'CodeFiguresPage'), needs: 'getCodeFigures' });
const codeActivity = screen(code, 'activity', {
  page: lazyPage(codeScreens, 'CodeActivityPage'),
  needs: 'listCodeActivity',
});
const editCode = screen(code, 'edit', { page: lazyPage(codeScreens, 'EditCodePage'), needs: 'getCode' });

/** The screens of campaigns, their batches and their codes. */
export const ofCampaigns = [
  campaigns.addChildren([newCampaign]),
  calendar,
  topCodes,
  importCampaign,
  campaign.addChildren([editCampaign, scheduleCampaign, bulkCodes]),
  batch.addChildren([editBatch, scheduleBatch]),
  newCode,
  importCodes,
  code.addChildren([codeFigures, editCode, codeActivity]),
] as const;
