import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import { nothingIsLost, onStage } from '../support/sdk/sdk-suite.ts';

onStage('No SDK event is lost if a player leaves while the SDK is sending, and none is stored twice', (stage) => {
  nothingIsLost(stage, [scenarios.kill, scenarios.slowAndLeave]);
});
