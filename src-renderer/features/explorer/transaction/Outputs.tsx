import { useCallback, useMemo, useState } from 'react'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { useNameLookup } from '../../../components/people/names.ts'
import { isReturned, type TransactionStory } from '../../../components/transaction/describe.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Button } from '../../../ui/Button.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { TokenAmount } from './TokenAmount.tsx'
import { SPENDER_PAGE, useSpenders } from './useSpenders.ts'
import { type Entry, VirtualList } from './VirtualList.tsx'

export interface OutputsProps {
  readonly story: TransactionStory
  readonly coin: string
}

/** Lists outputs with their purpose and spender. Change is shown on request. */
export function Outputs({ story, coin }: OutputsProps) {
  const { told: txExplanation } = story
  const findName = useNameLookup()
  const [whole, setWhole] = useState(false)
  const returned = story.outputs.filter(isReturned).length
  const shown = useMemo(
    () => (whole ? story.outputs : story.outputs.filter((output) => !isReturned(output))),
    [story, whole],
  )
  const [pages, setPages] = useState<readonly number[]>([0])
  const spenders = useSpenders(txExplanation.txid, pages)
  const onRange = useCallback(
    (first: number, last: number) => {
      const [from = 0, to = 0] = [first, last].map((place) => Math.floor((shown[place]?.n ?? 0) / SPENDER_PAGE))
      const next = from === to ? [from] : [from, to]
      setPages((old) => (old.join() === next.join() ? old : next))
    },
    [shown],
  )
  return (
    <>
      <VirtualList
        label={t('explorer:flow.outputsLabel')}
        count={shown.length}
        onRange={onRange}
        entry={(place): Entry => {
          const words = shown[place] ?? story.outputs[0]
          if (words === undefined) throw new Error(`There is no output ${place}`)
          const { n } = words
          const output = txExplanation.outputs[n]
          return {
            place: n,
            main:
              words.address === undefined ? (
                <span className="text-muted">{words.title}</span>
              ) : (
                <ChainLink
                  to={{ kind: 'address', id: words.address }}
                  // A marker's address contains the owner's key too, but its coins are not income of the owner.
                  name={words.contract && t(`frame:contract.${words.contract}`)}
                  head={10}
                  tail={10}
                  copy
                />
              ),
            note: (
              <>
                {output?.token ? (
                  <TokenAmount token={output.token} />
                ) : words.address === undefined || (words.stranger && findName(words.address)) ? null : (
                  `${words.title} · `
                )}
                {words.kind === 'data' ? words.note : <SpentBy spender={spenders.off ? 'off' : spenders.of(n)} />}
              </>
            ),
            amount: <Amount satoshis={words.satoshis} />,
            unit: coin,
          }
        }}
      />
      {returned === 0 ? null : (
        <Button size="sm" variant="ghost" className="m-1.5" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t('explorer:flow.hideChange') : t('explorer:flow.showChange')}
        </Button>
      )}
    </>
  )
}

interface SpentByProps {
  /** null if unspent, undefined while loading */
  readonly spender: ReturnType<ReturnType<typeof useSpenders>['of']> | 'off'
}

function SpentBy({ spender }: SpentByProps) {
  if (spender === 'off') return t('explorer:flow.noIndex')
  if (spender === undefined) return '…'
  if (spender === null) return <span className="text-ok">{t('explorer:flow.unspent')}</span>
  return (
    <Trans
      i18nKey={spender.height < 0 ? 'explorer:flow.spentInMempool' : 'explorer:flow.spentBy'}
      values={{ input: groupDigits(spender.index) }}
      components={{
        transaction: (
          <ChainLink
            to={{ kind: 'transaction', id: spender.txid }}
            label={t('explorer:flow.spendingLabel')}
            head={6}
            tail={6}
          />
        ),
      }}
    />
  )
}
