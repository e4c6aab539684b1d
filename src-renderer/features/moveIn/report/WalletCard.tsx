import { nodeError } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { Age } from '../../../ui/Age.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { type Fact, FactList } from '../../../ui/FactList.tsx'
import { coinUnit, groupDigits } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { type FolderReport, formatLeaks } from '../texts.ts'

type OldWallet = NonNullable<FolderReport['keys']>

/** Shows the contents of the wallet file, how it was read, and its warnings. */
export function WalletCard({ keys, coin }: { readonly keys: OldWallet; readonly coin: string }) {
  return (
    <Card title={t('moveIn:wallet.title')} bodyClassName="flex flex-col gap-3">
      {keys.problem === null ? (
        <FactList facts={walletFacts(keys, coin)} />
      ) : (
        <ErrorState compact title={t('moveIn:wallet.unread')} advice={nodeError(keys.problem)} />
      )}
    </Card>
  )
}

/** Returns what is wrong with the wallet file: what it means, then the details of the reader. */
export const walletWarnings = (keys: OldWallet): readonly string[] => [
  ...(keys.cleanlyclosed || keys.problem !== null ? [] : [t('moveIn:wallet.uncleanWarning')]),
  ...(keys.rescued === 'no' ? [] : [t('moveIn:wallet.rescuedWarning')]),
  ...keys.warnings.map(nodeError),
]

const counted = (label: string, count: number): readonly Fact[] =>
  count === 0 ? [] : [{ label, value: groupDigits(count) }]

function walletFacts(wallet: OldWallet, coin: string): readonly Fact[] {
  const { keys, encryptedkeys, balance, oldest, rescued, cleanlyclosed, shielded, transactions } = wallet
  const leaks = formatLeaks(wallet.leaks)
  return [
    {
      label: t('moveIn:wallet.balance'),
      value:
        balance === null ? (
          <span className="text-muted">{t('moveIn:wallet.balanceLater')}</span>
        ) : (
          <span className="wrap-anywhere">
            <Amount satoshis={balance} /> <SafeText text={coinUnit(coin)} max={64} empty="" />
          </span>
        ),
    },
    {
      label: t('moveIn:wallet.keys'),
      value: encryptedkeys > 0 ? t('moveIn:wallet.locked', { keys, count: encryptedkeys }) : groupDigits(keys),
    },
    { label: t('moveIn:wallet.protected'), value: t(wallet.encrypted ? 'moveIn:wallet.yes' : 'moveIn:wallet.no') },
    ...counted(t('moveIn:wallet.labels'), wallet.labels),
    ...counted(t('moveIn:wallet.watched'), wallet.watchonly),
    ...counted(t('moveIn:wallet.scripts'), wallet.scripts),
    ...(shielded === 0
      ? []
      : [{ label: t('moveIn:wallet.shielded'), value: t('moveIn:wallet.shieldedNote', { count: shielded }) }]),
    ...(transactions === 0
      ? []
      : [
          {
            label: t('moveIn:wallet.transactions'),
            value: t('moveIn:wallet.transactionsNote', { count: transactions }),
          },
        ]),
    {
      label: t('moveIn:wallet.oldest'),
      value: oldest === 0 ? t('moveIn:wallet.oldestUnknown') : <Age time={oldest} />,
    },
    {
      label: t('moveIn:wallet.closed'),
      value: t(cleanlyclosed ? 'moveIn:wallet.clean' : 'moveIn:wallet.unclean'),
    },
    { label: t('moveIn:wallet.found'), value: t(`moveIn:wallet.rescued.${rescued}`) },
    ...(leaks === undefined
      ? []
      : [{ label: t('moveIn:wallet.leaks'), value: <span className="text-warn">{leaks}</span> }]),
  ]
}
