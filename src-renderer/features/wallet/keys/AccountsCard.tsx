import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Pencil, Plus, Undo2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { labelProblem } from '../../../components/label.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { useTokenKey } from '../../../components/tokenKey/useTokenKey.ts'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { useForm } from '../../../components/useForm.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Hash } from '../../../ui/Hash.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import type { WalletStatus } from './backupState.ts'
import type { KeysDialog } from './dialogs.ts'

type Account = WalletStatus['accounts'][number]

const formatAccountName = ({ label, account }: Account) =>
  label === '' ? t('wallet:account.unnamed', { place: account }) : visibleString(label, 60)

export interface AccountsCardProps {
  readonly status: WalletStatus
  onOpen(dialog: KeysDialog): void
}

/** Shows the token key, and the accounts of the recovery phrase. */
export function AccountsCard({ status, onOpen }: AccountsCardProps) {
  const act = useAccounts()
  const { accounts, identity, phrase } = status
  return (
    <Card
      title={t('wallet:tokenKey')}
      actions={
        <>
          {phrase ? <NewAccount onMake={act.make} /> : null}
          <Button size="sm" onClick={() => onOpen('token-key')}>
            {t('wallet:tokenkeys.change')}
          </Button>
        </>
      }
      source={<CallSource calls={[shownCall('getwalletstatus', {}), shownCall('listtokenkeys', {})]} />}
    >
      <p className="text-muted">{t('wallet:tokenkeys.explanation')}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        {identity === null ? (
          t('wallet:tokenkeys.none')
        ) : (
          <Hash value={identity} label={t('wallet:publicKeyName')} head={10} tail={10} />
        )}
        <UndoTokenKey status={status} onChoose={act.choose} />
      </p>
      {accounts.length === 0 ? null : (
        <ul aria-label={t('wallet:account.list')} className="mt-3 max-h-64 divide-y overflow-y-auto rounded-md border">
          {accounts.map((account) => (
            <li key={account.account} className="flex min-h-9 items-center gap-3 px-3 py-1 max-[719px]:flex-wrap">
              <UserRound aria-hidden className="size-4 shrink-0 text-faint" />
              <SafeText
                text={account.label}
                max={60}
                empty={t('wallet:account.unnamed', { place: account.account })}
                className="min-w-0 truncate font-medium"
              />
              <Rename account={account} onRename={act.rename} />
              <span className="ml-auto">
                <ChainLink
                  to={{ kind: 'address', id: account.address }}
                  label={t('wallet:addressName')}
                  head={6}
                  tail={6}
                  copy
                  unnamed
                />
              </span>
              {account.identity ? (
                <Badge tone="accent" icon={<CircleCheck aria-hidden className="size-3" />}>
                  {t('wallet:tokenkeys.word')}
                </Badge>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Offers to return to the key before the last change. Also shown after a restart. */
function UndoTokenKey({
  status: { identity, previousidentity },
  onChoose,
}: {
  readonly status: WalletStatus
  onChoose(pubkey: string): Promise<void>
}) {
  if (previousidentity === null || previousidentity === identity) return null
  return (
    <span className="flex items-center gap-2 text-12 text-muted">
      <span>
        <Trans
          i18nKey="wallet:tokenkeys.changedFrom"
          components={{
            pubkey: <Hash value={previousidentity} label={t('wallet:tokenkeys.previousName')} head={6} tail={6} />,
          }}
        />
      </span>
      <Button
        size="sm"
        icon={<Undo2 aria-hidden className="size-3.5" />}
        onClick={() => void onChoose(previousidentity)}
      >
        {t('parts:tokenKey.undo')}
      </Button>
    </span>
  )
}

function useAccounts() {
  const { client } = useNode()
  const queries = useQueryClient()
  const renew = () => queries.invalidateQueries({ queryKey: ['rpc'] })
  return {
    choose: useTokenKey(),
    /** @throws RpcError if the node rejects the call */
    async make(label: string) {
      await withUnlock(() => client.call('newaccount', { label }), 'account')
      await renew()
    },
    /** @throws RpcError if the node rejects the call */
    async rename(account: Account, label: string) {
      await client.call('labelaccount', { account: account.account, label })
      await renew()
    },
  }
}

function NewAccount({ onMake }: { onMake(label: string): Promise<void> }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={t('wallet:account.new')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={<Plus aria-hidden className="size-3.5" />}>
          {t('wallet:account.new')}
        </Button>
      }
    >
      <NameForm initial="" action={t('wallet:account.create')} onSubmit={onMake} onDone={() => setOpen(false)} />
    </Popover>
  )
}

interface RenameProps {
  readonly account: Account
  onRename(account: Account, label: string): Promise<void>
}

function Rename({ account, onRename }: RenameProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={t('wallet:account.nameOf', { name: formatAccountName(account) })}
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          small
          label={t('wallet:account.rename', { name: formatAccountName(account) })}
          icon={<Pencil aria-hidden className="size-3.5" />}
        />
      }
    >
      <NameForm
        initial={account.label}
        action={t('wallet:account.saveName')}
        onSubmit={(label) => onRename(account, label)}
        onDone={() => setOpen(false)}
      />
    </Popover>
  )
}

interface NameFormProps {
  readonly initial: string
  readonly action: string
  onSubmit(label: string): Promise<void>
  onDone(): void
}

function NameForm({ initial, action, onSubmit, onDone }: NameFormProps) {
  const { register, problem, busy, ...form } = useForm({ defaultValues: { label: initial } })
  const submit = form.onSubmit(async ({ label }) => {
    await onSubmit(label.trim())
    onDone()
  }, 'label')
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label={t('wallet:account.name')} optional error={problem('label')}>
        <Input {...register('label', { validate: labelProblem })} autoFocus placeholder={t('wallet:account.example')} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
