//go:build js && wasm

// Changed for Highwater: errors are written without fmt, and carry no stack trace, which only fmt's %+v could show.

// Package catch runs functions and returns panic values as errors instead.
package catch

import (
	"errors"
	"syscall/js"
)

// Try runs fn and returns the result. If fn panicked, the panic value is returned as an error instead.
func Try[Result any](fn func() Result) (result Result, err error) {
	defer recoverErr(&err)
	result = fn()
	return
}

// TrySideEffect is like Try, but does not have a return value.
func TrySideEffect(fn func()) (err error) {
	defer recoverErr(&err)
	fn()
	return
}

func recoverErr(err *error) {
	value := recover()
	valueErr := recoverValueToError(value)
	if valueErr != nil {
		*err = valueErr
	}
}

func recoverValueToError(value any) error {
	if value == nil {
		return nil
	}
	switch value := value.(type) {
	case error:
		return value
	case js.Value:
		return js.Error{Value: value}
	case string:
		return errors.New(value)
	default:
		return errors.New("a panic without a text")
	}
}
