import { withTexts } from '../../i18n/texts.ts'
import { onDemand } from '../../ui/onDemand.tsx'

/** The next of the sandbox's first steps, for wherever one was just done. */
export const Onward = onDemand(withTexts(['people'], () => import('./NextStep.tsx').then((module) => module.NextStep)))
