package protocol

// The messages between clients and brokers other than produce requests and fetches. A connection is one of a client's
// to a broker, numbered by the client; an answer names the connection it comes on, so that a client can tell it from
// one that it has closed.

// Handshake opens a connection, and then asks which versions the broker speaks (ApiVersionsRequest): a client sends
// nothing else before both have been answered.
type Handshake struct {
	Connection int32
	Versions   bool // the second half: the connection is open
}

// HandshakeResponse answers one half of a Handshake.
type HandshakeResponse struct {
	Connection int32
	Versions   bool
}

// InitProducerIDRequest asks any broker for a producer id.
type InitProducerIDRequest struct {
	Connection int32
	Session    int32 // which of the client's requests this is
}

// InitProducerIDResponse answers it.
type InitProducerIDResponse struct {
	Connection int32 // the request's
	Session    int32
	Error      Error
	ProducerID int64
	Epoch      int16
}

// Close tells a broker that a client has closed one of its connections.
type Close struct {
	Connection int32
}

// Name returns the message's name.
func (*Handshake) Name() string { return "handshake" }

// Name returns the message's name.
func (*HandshakeResponse) Name() string { return "handshake-response" }

// Name returns the message's name.
func (*InitProducerIDRequest) Name() string { return "init-producer-id" }

// Name returns the message's name.
func (*InitProducerIDResponse) Name() string { return "init-producer-id-response" }

// Name returns the message's name.
func (*Close) Name() string { return "close" }
