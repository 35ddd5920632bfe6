import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import { nothingIsLost, onStage } from '../support/sdk/sdk-suite.ts';

onStage('No event of the SDK is lost, none is stored twice', (stage) => {
  nothingIsLost(stage, [scenarios.leave, scenarios.killWhileDown]);
});
