/** Text of `-netinfo help`. */
export const NETINFO_HELP = `-netinfo level "outonly"

Prints the connections of the node.

Arguments:
1. level    (numeric, optional, default=0) 0: totals only; 1: with a list of peers; 2: with their addresses; 3: with their
            versions; 4: with both
2. outonly  (string, optional) "outonly" or "o": list outbound peers only

Columns of the list:
  <->      direction: in (the peer opened the connection) or out
  net      network: ipv4, ipv6, onion, or npr (not publicly routable)
  serv     services: n blocks, b bloom filters, a address index, s spent index, v light clients
  mping    shortest ping time, in milliseconds
  ping     last ping time, in milliseconds
  send     time since the last data sent, in seconds
  recv     time since the last data received, in seconds
  addrp    number of addresses received from the peer and processed
  addrl    number of addresses dropped by the rate limit
  age      duration of the connection, in minutes
  id       id of the connection, as in getpeerinfo
  address  address and port of the peer
  version  protocol version and user agent of the peer

Totals count the connections by direction and network. Local addresses are those announced to peers.

Examples:
> chainwright-cli -netinfo
> chainwright-cli -netinfo 4
> watch chainwright-cli -netinfo 4 outonly`
