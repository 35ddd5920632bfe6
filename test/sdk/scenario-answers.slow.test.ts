import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import { nothingIsLost, onStage } from '../support/sdk/sdk-suite.ts';

onStage('No SDK event is lost because of a wrong response, and none is stored twice', (stage) => {
  const { firewallAnswers, keyRefused, portalAnswers, proxyAnswers, tooLarge } = scenarios;
  nothingIsLost(stage, [keyRefused, portalAnswers, firewallAnswers, proxyAnswers, tooLarge]);
});
