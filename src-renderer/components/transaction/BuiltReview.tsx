import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { parseJson } from '#shared/json.ts'
import { isCaution } from '#shared/sentences/sentence.ts'
import { nodeText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { cn } from '../../ui/cn.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { JsonTree } from '../../ui/json/JsonTree.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { InCoins } from '../InCoins.tsx'
import type { BuiltTransaction } from './built.ts'
import { describeTransaction, type TransactionStory } from './describe.ts'
import { MoveNote } from './MoveNote.tsx'
import { OutputList } from './OutputList.tsx'

export function useStory(built: BuiltTransaction | undefined): TransactionStory | undefined {
  return useMemo(() => built && describeTransaction(built.told), [built])
}

export interface BuiltReviewProps {
  readonly built: BuiltTransaction
  readonly story: TransactionStory
  readonly coin: string
  /** the price in a sentence, above everything else */
  readonly cost: ReactNode
  /** why it must not be confirmed */
  readonly mismatch: string | undefined
  /** what to do about it */
  readonly advice?: string | undefined
}

/** What the node decoded, in words and figures; the whole transaction below. */
export function BuiltReview(props: BuiltReviewProps) {
  const { built, story, coin, cost, mismatch } = props
  const { advice = t('parts:review.advice') } = props
  const { desktop } = useNode()
  const [tab, setTab] = useState<'words' | 'decoded'>('words')
  const root = useMemo(() => parseJson(built.decodedText), [built.decodedText])
  return (
    <div className="flex flex-col gap-4">
      {mismatch ? (
        <ErrorState
          compact
          title={t('parts:review.mismatch')}
          safe={t('parts:review.mismatchSafe', { mismatch })}
          advice={advice}
        />
      ) : null}
      {cost}
      <Warnings told={built.told} />
      {built.move ? <MoveNote move={built.move.told} coin={coin} /> : null}
      <Tabs
        label={t('parts:review.views')}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'words', label: t('parts:drawer.summary'), content: <OutputList story={story} coin={coin} /> },
          {
            id: 'decoded',
            label: t('parts:review.decoded'),
            content: (
              <>
                <JsonTree root={root} label={t('parts:review.decodedLabel')} className="h-80 border bg-sunken py-1.5" />
                <Kept desktop={desktop} />
              </>
            ),
          },
        ]}
      />
    </div>
  )
}

/** What the node warns of, as in the question that follows: in red, but for what is meant to be so. */
function Warnings({ told }: { readonly told: BuiltTransaction['told'] }) {
  if (told.warnings.length === 0) return null
  return (
    <ul aria-label={t('parts:review.warnings')} className="flex flex-col gap-1.5">
      {told.warnings.map((warning, at) => {
        const said = told.said.warnings.slice(at, at + 1)
        const tone = said.some(isCaution) ? 'bg-warn-soft text-warn' : 'bg-bad-soft text-bad'
        return (
          <li key={warning} className={cn('flex gap-2 rounded-md px-3 py-2', tone)}>
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="wrap-anywhere min-w-0">{nodeText(said, warning)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** The page has a handle instead of the signed transaction. */
function Kept({ desktop }: { readonly desktop: boolean }) {
  return (
    <p className="mt-2 text-12 text-muted">{desktop ? t('parts:review.kept.app') : t('parts:review.kept.program')}</p>
  )
}

export interface CostLineProps {
  readonly sentence: string
  readonly parts: string
  /** what the sentence names, which is written in coins too where it stands in satoshis; undefined: it names no coins */
  readonly satoshis: bigint | undefined
}

/** The price in one sentence, and what it is made of. */
export function CostLine({ sentence, parts, satoshis }: CostLineProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-md bg-accent-soft px-4 py-3">
      <div>
        <p className="font-medium">{sentence}</p>
        <InCoins satoshis={satoshis} />
      </div>
      <p className="text-12 text-muted">{parts}</p>
    </div>
  )
}
