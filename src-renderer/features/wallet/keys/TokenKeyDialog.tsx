import { TriangleAlert } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { assessRisk, outOfSight, ownedBy, type TokenKey } from '../../../components/tokenKey/tokenKeyWords.ts'
import { useTokenKey } from '../../../components/tokenKey/useTokenKey.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'

export interface TokenKeyDialogProps {
  readonly coin: string
  readonly phrase: boolean
  onClose(): void
}

/**
 * Dialog to choose another token key. Lists every key that owns something, and warns about tokens that the change
 * hides.
 */
export function TokenKeyDialog({ coin, phrase, onClose }: TokenKeyDialogProps) {
  const keys = useRpc('listtokenkeys', {})
  const change = useTokenKey()
  const [chosen, setChosen] = useState<string>()
  const present = keys.data?.find(({ identity }) => identity)
  const next = keys.data?.find(({ pubkey }) => pubkey === (chosen ?? present?.pubkey))
  const changes = next !== undefined && next !== present
  const warnings = changes ? [outOfSight(present), assessRisk(next, phrase)].filter((text) => text !== undefined) : []
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={t('wallet:tokenkeys.title')}
      description={t('wallet:tokenkeys.description')}
      footer={
        <>
          <Button onClick={onClose}>{t('wallet:cancel')}</Button>
          <Button
            variant="primary"
            disabled={!changes}
            onClick={() => {
              if (next) void change(next.pubkey)
              onClose()
            }}
          >
            {t('wallet:tokenkeys.use')}
          </Button>
        </>
      }
    >
      {keys.data ? (
        <>
          <KeyList keys={keys.data} chosen={next?.pubkey ?? ''} coin={coin} onChoose={setChosen} />
          <div role="status" className="flex flex-col gap-2 pt-3">
            {warnings.map((text) => (
              <p key={text} className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                <span className="wrap-anywhere min-w-0">{text}</span>
              </p>
            ))}
          </div>
        </>
      ) : keys.error ? (
        <RpcErrorState error={keys.error} compact onRetry={() => void keys.refetch()} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Dialog>
  )
}

interface KeyListProps {
  readonly keys: readonly TokenKey[]
  readonly chosen: string
  readonly coin: string
  onChoose(pubkey: string): void
}

function KeyList({ keys, chosen, coin, onChoose }: KeyListProps) {
  return (
    <RadioGroup.Root
      aria-label={t('wallet:tokenkeys.word')}
      value={chosen}
      onValueChange={onChoose}
      className="flex flex-col gap-2 pt-1"
    >
      {keys.map((key) => (
        // A link cannot be inside the radio option, so it is next to it on the same surface.
        <div
          key={key.pubkey}
          className="relative flex items-center gap-3 rounded-md border border-line-strong pr-3 transition-colors duration-(--quick) hover:bg-hover has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft has-data-[state=checked]:ring-1 has-data-[state=checked]:ring-accent"
        >
          <RadioGroup.Item
            value={key.pubkey}
            className="flex min-w-0 flex-1 items-center gap-3 rounded-md py-2 pl-3 text-left after:absolute after:inset-0"
          >
            <span className="min-w-0 flex-1">
              <SafeText
                text={key.label}
                max={60}
                empty={
                  key.account === null
                    ? t('wallet:tokenkeys.unnamed')
                    : t('wallet:account.unnamed', { place: key.account })
                }
                className="block truncate font-medium"
              />
              <span className="wrap-anywhere block text-12 text-muted">{ownedBy(key, coin)}</span>
            </span>
            {key.identity ? <Badge tone="accent">{t('wallet:tokenkeys.current')}</Badge> : null}
          </RadioGroup.Item>
          <span className="z-1 shrink-0">
            <ChainLink
              to={{ kind: 'address', id: key.address }}
              label={t('wallet:addressName')}
              head={8}
              tail={6}
              unnamed
            />
          </span>
        </div>
      ))}
    </RadioGroup.Root>
  )
}
