/**
 * Methods of the reference that this program deliberately does not support, with reasons. With the contract they form
 * the reference's complete method table (`unsupportedMethods.test.ts`).
 */

interface Absent {
  /** text after "Not in this program: " */
  readonly reason: string
  readonly names: readonly string[]
  /** the reference's usage lines by method name, if other tools look for them. Each name then has its own line */
  readonly usage?: Readonly<Record<string, string>>
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const NOT_HERE: readonly Absent[] = [
  {
    reason: 'no shielded wallet; shielded transactions are validated but not created',
    names: words(`
      z_exportkey z_exportviewingkey z_exportwallet z_getbalance z_getnewaddress z_getoperationresult
      z_getoperationstatus z_getpaymentdisclosure z_gettotalbalance z_importkey z_importviewingkey z_importwallet
      z_listaddresses z_listoperationids z_listreceivedbyaddress z_listunspent z_mergetoaddress z_sendmany
      z_shieldcoinbase z_validatepaymentdisclosure z_viewtransaction zcbenchmark zcrawjoinsplit
      zcrawkeygen zcrawreceive zcsamplejoinsplit
    `),
  },
  {
    reason: 'NSPV is for light clients, and this is a full node',
    names: words(`
      nspv_broadcast nspv_getinfo nspv_hdrsproof nspv_listccmoduleunspent nspv_listtransactions nspv_listunspent
      nspv_login nspv_logout nspv_mempool nspv_notarizations nspv_spend nspv_spentinfo nspv_txproof
    `),
  },
  {
    reason: 'heiradd and heirclaim support both coins and tokens; these methods are switched off in komodod',
    names: words(`
      heiraddtokens heirclaimtokens
    `),
  },
  {
    reason: 'contract libraries of single chains are not supported',
    names: words(`
      cclib cclibaddress cclibinfo
    `),
    usage: {
      cclib: 'cclib method [evalcode] [JSON params]',
      cclibaddress: 'cclibaddress [evalcode] [pubkey]',
    },
  },
  {
    reason: 'coins do not migrate between chains here; imports made elsewhere are validated',
    names: words(`
      crosschainproof getimports getwalletburntransactions importdual migrate_checkburntransactionsource
      migrate_completeimporttransaction migrate_converttoexport migrate_createburntransaction
      migrate_createimporttransaction migrate_createnotaryapprovaltransaction selfimport
    `),
  },
]

const ABSENT: ReadonlyMap<string, Absent> = new Map(
  NOT_HERE.flatMap((absent) => absent.names.map((name) => [name, absent] as const)),
)

/**
 * Returns "Not in this program: <reason>", or undefined for a supported method and for a name that is unknown to the
 * reference too.
 */
export function unsupportedMethodText(name: string): string | undefined {
  const absent = ABSENT.get(name)
  return absent && `Not in this program: ${absent.reason}`
}

/** Returns the usage line of an unsupported method: the reference's, or only the name. */
export function notHereUsage(name: string): string {
  return ABSENT.get(name)?.usage?.[name] ?? name
}
