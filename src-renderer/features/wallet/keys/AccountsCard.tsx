import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Pencil, Plus, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useNode } from '../../../node/context.tsx'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { labelProblem } from '../../../parts/label.ts'
import { withUnlock } from '../../../parts/unlock/unlock.ts'
import { useForm } from '../../../parts/useForm.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Hash } from '../../../ui/Hash.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import type { WalletStatus } from './safety.ts'

type Account = WalletStatus['accounts'][number]

const nameOf = ({ label, account }: Account) => (label === '' ? `Account ${account}` : visibleString(label, 60))

/** The account that tokens and the faucet use, and the others. */
export function AccountsCard({ status }: { readonly status: WalletStatus }) {
  const act = useAccounts()
  const { accounts, identity, phrase } = status
  const elsewhere = identity !== null && !accounts.some((account) => account.identity)
  return (
    <Card
      title="Accounts and identity"
      actions={phrase ? <NewAccount onMake={act.make} /> : null}
      source={<CallSource calls={[shownCall('getwalletstatus', {})]} />}
    >
      <p className="text-muted">
        Tokens and faucet claims belong to one key, the identity of this node.{' '}
        {phrase
          ? 'Choose which account’s key that is. Tokens stay with the key that has them.'
          : 'With a recovery phrase it can be the key of an account, which comes back with the phrase.'}
      </p>
      {elsewhere ? (
        <p className="mt-2 text-12 text-muted">
          Now it is a key of its own: <Hash value={identity} label="public key" className="align-baseline" />
        </p>
      ) : null}
      {accounts.length === 0 ? null : (
        <ul aria-label="Accounts" className="mt-3 max-h-64 divide-y overflow-y-auto rounded-md border">
          {accounts.map((account) => (
            <li key={account.account} className="flex min-h-9 items-center gap-3 px-3 py-1">
              <UserRound aria-hidden className="size-4 shrink-0 text-faint" />
              <SafeText
                text={account.label}
                max={60}
                empty={`Account ${account.account}`}
                className="min-w-0 truncate font-medium"
              />
              <Rename account={account} onRename={act.rename} />
              <span className="ml-auto">
                <Hash value={account.address} label="address" head={6} tail={6} />
              </span>
              {account.identity ? (
                <Badge tone="accent" icon={<CircleCheck aria-hidden className="size-3" />}>
                  Identity
                </Badge>
              ) : (
                <Button
                  size="sm"
                  aria-label={`Act as this: ${nameOf(account)}`}
                  onClick={() => void act.choose(account)}
                >
                  Act as this
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function useAccounts() {
  const { client } = useNode()
  const queries = useQueryClient()
  const renew = () => queries.invalidateQueries({ queryKey: ['rpc'] })
  return {
    async choose(account: Account) {
      try {
        await withUnlock(() => client.call('setidentity', { account: account.account }), 'change the identity')
        await renew()
        toast({
          tone: 'ok',
          title: `${nameOf(account)} is the identity now`,
          detail: 'Tokens and the faucet use its key.',
        })
      } catch (error) {
        toast({ tone: 'bad', title: 'The identity was not changed', detail: describeError(error).title })
      }
    },
    /** @throws RpcError */
    async make(label: string) {
      await withUnlock(() => client.call('newaccount', { label }), 'make an account')
      await renew()
    },
    /** @throws RpcError */
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
      label="New account"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={<Plus aria-hidden className="size-3.5" />}>
          New account
        </Button>
      }
    >
      <NameForm initial="" action="Make the account" onSubmit={onMake} onDone={() => setOpen(false)} />
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
      label={`Name of ${nameOf(account)}`}
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton small label={`Rename ${nameOf(account)}`} icon={<Pencil aria-hidden className="size-3.5" />} />
      }
    >
      <NameForm
        initial={account.label}
        action="Save the name"
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
      <Field label="Name" optional error={problem('label')}>
        <Input {...register('label', { validate: labelProblem })} autoFocus placeholder="Shop, savings …" />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
