import { withTexts } from '../../i18n/texts.ts'
import { onDemand } from '../../ui/onDemand.tsx'

/** Shows the next of the sandbox's first steps after one was done. Loaded on demand. */
export const LazyNextStep = onDemand(
  withTexts(['people'], () => import('./NextStep.tsx').then((module) => module.NextStep)),
)
