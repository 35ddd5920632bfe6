import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import { nothingIsLost, onStage } from '../support/sdk/sdk-suite.ts';

onStage('No SDK event is lost or stored twice', (stage) => {
  nothingIsLost(stage, [scenarios.leave, scenarios.killWhileDown]);
});
