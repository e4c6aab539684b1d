import { CircleCheck, CircleDashed } from 'lucide-react'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { writePaymentUri } from '../../../components/people/paymentUri.ts'
import { t, withTexts } from '../../../i18n/texts.ts'
import { useCoinName } from '../../../node/coin.ts'
import { useRpc } from '../../../node/queries.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { onDemand } from '../../../ui/onDemand.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { LabelPopover } from './LabelForm.tsx'
import type { ReceiveAddress } from './labels.ts'

const RequestButton = onDemand(
  withTexts(['people'], () => import('./request/RequestButton.tsx').then((module) => module.RequestButton)),
)

export function UseBadge({ entry }: { readonly entry: ReceiveAddress }) {
  return entry.transactions === 0 ? (
    <Badge icon={<CircleDashed aria-hidden className="size-3" />}>{t('wallet:receive.unused')}</Badge>
  ) : (
    <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
      {t('wallet:receive.used')}
    </Badge>
  )
}

interface AddressUseProps extends AddressCardProps {
  /** True if a key for tokens is shown next to the address. */
  readonly hasKey: boolean
}

/** Shows received and mined coins separately, because rewards contain fees that the wallet may have paid itself. */
function AddressUse({ entry: { transactions, received, mined }, coin, hasKey }: AddressUseProps) {
  if (received === 0n && mined === 0n) {
    const unused = t(hasKey ? 'wallet:receive.unusedBoth' : 'wallet:receive.unusedHint')
    return <p className="text-12 text-muted">{transactions === 0 ? unused : t('wallet:receive.ownUseHint')}</p>
  }
  const figures = [
    { label: t('wallet:receive.fromOthers'), satoshis: received },
    { label: t('wallet:receive.minedHere'), satoshis: mined },
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1">
      {figures.map(({ label, satoshis }) => (
        <div key={label}>
          <dt className="text-12 text-muted">{label}</dt>
          <dd className="font-medium">
            <Amount satoshis={satoshis} unit={coin} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export interface AddressCardProps {
  readonly entry: ReceiveAddress
  readonly coin: string
}

/** Shows an address and the key for tokens, to scan, read out or copy. */
export function AddressCard({ entry, coin }: AddressCardProps) {
  const name = useCoinName()
  const { address, label } = entry
  const key = useRpc('getwalletstatus', {}).data?.identity ?? ''
  const link = writePaymentUri({ coin: name, address, amount: 0n, label, message: '', key })
  return (
    <section
      aria-label={t('wallet:receive.share')}
      className="flex min-w-0 flex-1 items-start gap-4 max-[719px]:max-w-full max-[719px]:flex-col [@media(max-height:700px)]:[&>svg]:size-32"
    >
      <QrCode text={link} label={t('wallet:receive.qr', { address })} size={176} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex min-w-0 items-center gap-2">
          <SafeText
            text={label}
            max={100}
            empty={t(entry.tokenkey ? 'wallet:tokenKey' : 'wallet:receive.noLabel')}
            className="min-w-0 truncate font-medium text-14"
          />
          <UseBadge entry={entry} />
        </div>
        <p className="font-mono text-14 max-[1079px]:text-12">
          <span className="mr-2 font-sans text-12 text-muted">{t('wallet:receive.forCoins', { coin: name })}</span>
          <ChainLink
            to={{ kind: 'address', id: address }}
            label={t('wallet:addressName')}
            className="inline select-all whitespace-normal break-all text-text"
          >
            {address}
          </ChainLink>{' '}
          <CopyButton text={address} label={t('wallet:receive.copy')} />
        </p>
        {key === '' ? null : (
          <p className="break-all font-mono text-12">
            <span className="mr-2 font-sans text-muted">{t('wallet:receive.forTokens')}</span>
            <span className="select-all">{key}</span> <CopyButton text={key} label={t('wallet:receive.copyKey')} />
          </p>
        )}
        <AddressUse entry={entry} coin={coin} hasKey={key !== ''} />
        <div className="flex flex-wrap gap-2">
          <RequestButton key={`${address} ${label}`} address={address} label={label} coin={name} tokenKey={key} />
          {/* A change address is not in an address book. */}
          {entry.change ? null : <LabelPopover key={address} address={address} label={label} />}
        </div>
      </div>
    </section>
  )
}
