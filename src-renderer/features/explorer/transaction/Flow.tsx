import type { Explanation } from '#shared/rpc/index.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import type { TransactionStory } from '../../../components/transaction/describe.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Card } from '../../../ui/Card.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { Outputs } from './Outputs.tsx'
import { TokenAmount } from './TokenAmount.tsx'
import { type Entry, VirtualList } from './VirtualList.tsx'

type Input = Explanation['inputs'][number]

export interface FlowProps {
  readonly story: TransactionStory
  readonly coin: string
}

/** Shows the inputs and outputs. Any number is possible, because only the visible ones are rendered. */
export function Flow({ story, coin }: FlowProps) {
  const { told: txExplanation } = story
  return (
    <div className="grid grid-cols-1 gap-4 min-[1100px]:grid-cols-2">
      <Card
        flush
        title={
          txExplanation.coinbase
            ? t('explorer:flow.input')
            : t('explorer:flow.inputs', { count: txExplanation.inputs.length })
        }
        bodyClassName="border-t"
      >
        {txExplanation.coinbase ? (
          <p className="px-4 py-3 text-muted">{t('explorer:flow.coinbase')}</p>
        ) : (
          <Inputs inputs={txExplanation.inputs} coin={coin} />
        )}
      </Card>
      <Card flush title={t('explorer:flow.outputs', { count: txExplanation.outputs.length })} bodyClassName="border-t">
        <Outputs story={story} coin={coin} />
      </Card>
    </div>
  )
}

function Inputs({ inputs, coin }: { readonly inputs: readonly Input[]; readonly coin: string }) {
  return (
    <VirtualList
      label={t('explorer:flow.inputsLabel')}
      count={inputs.length}
      entry={(n): Entry => {
        const input = inputs[n] as Input
        return {
          place: n,
          main: input.address ? (
            <ChainLink to={{ kind: 'address', id: input.address }} head={10} tail={10} copy />
          ) : (
            <span className="text-muted">
              {input.type === null ? t('explorer:flow.unknownOutput') : t('explorer:flow.noAddress')}
            </span>
          ),
          note: (
            <>
              {input.token ? <TokenAmount token={input.token} /> : null}
              <Trans
                i18nKey="explorer:flow.spends"
                values={{ output: groupDigits(input.vout) }}
                components={{
                  transaction: (
                    <ChainLink
                      to={{ kind: 'transaction', id: input.txid }}
                      label={t('explorer:flow.spentLabel')}
                      head={6}
                      tail={6}
                    />
                  ),
                }}
              />
            </>
          ),
          amount:
            input.amount === null ? (
              <span className="text-faint">{t('explorer:flow.unknown')}</span>
            ) : (
              <Amount satoshis={input.amount} />
            ),
          unit: coin,
        }
      }}
    />
  )
}
