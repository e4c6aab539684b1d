import { useCallback, useState } from 'react'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import type { OutputStory, TransactionStory } from '../../../components/transaction/describe.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { TokenAmount } from './TokenAmount.tsx'
import { SPENDER_PAGE, useSpenders } from './useSpenders.ts'
import { type Entry, VirtualList } from './VirtualList.tsx'

export interface OutputsProps {
  readonly story: TransactionStory
  readonly coin: string
}

/** Where the coins go, what each output is for, and who spent it. */
export function Outputs({ story, coin }: OutputsProps) {
  const { told } = story
  const [pages, setPages] = useState<readonly number[]>([0])
  const spenders = useSpenders(told.txid, pages)
  const onRange = useCallback((first: number, last: number) => {
    const [from, to] = [Math.floor(first / SPENDER_PAGE), Math.floor(last / SPENDER_PAGE)]
    const next = from === to ? [from] : [from, to]
    setPages((old) => (old.join() === next.join() ? old : next))
  }, [])
  return (
    <VirtualList
      label={t('explorer:flow.outputsLabel')}
      count={told.outputs.length}
      onRange={onRange}
      entry={(n): Entry => {
        const output = told.outputs[n]
        const words = story.outputs[n] as OutputStory
        return {
          place: n,
          main:
            words.address === undefined ? (
              <span className="text-muted">{words.title}</span>
            ) : (
              <ChainLink to={{ kind: 'address', id: words.address }} head={10} tail={10} copy />
            ),
          note: (
            <>
              {output?.token ? (
                <TokenAmount token={output.token} />
              ) : words.address === undefined ? null : (
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
  )
}

interface SpentByProps {
  /** null: unspent; undefined: not loaded */
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
